import { contractHash } from '../../contract-source.ts';

const document = await import('../../src/http/contract-document.gen.ts').catch(() => undefined);
if (document?.madeFrom !== contractHash()) {
  throw new Error(`bff/src/http/*.gen.ts are ${document ? 'outdated' : 'missing'}; run npm run generate`);
}
