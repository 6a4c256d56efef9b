/** Yields the data of each server-sent event until the stream ends. Ending the iteration closes the stream. */
export async function* readEvents(response: Response): AsyncGenerator<unknown, undefined> {
  for await (const block of readBlocks(response))
    if (block.startsWith('data: ')) yield JSON.parse(block.slice('data: '.length));
  return undefined;
}

/** Yields the text of each event and comment. */
export async function* readBlocks({ body }: Response): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
  return undefined;
}
