// Koa asks of each stream that it sends whether it is an answer of fetch, and Node loads all of fetch when that class is first named:
// a good part of a start, and some MiB. Nothing here fetches, so nothing is an instance of it.
Object.defineProperty(globalThis, 'Response', { value: class Response {}, configurable: true, writable: true });
