/** The data of each event of a stream until it ends; whoever stops reading leaves it. */
export async function* readEvents(response: Response): AsyncGenerator<unknown, undefined> {
  for await (const block of readBlocks(response))
    if (block.startsWith('data: ')) yield JSON.parse(block.slice('data: '.length));
  return undefined;
}

/** Events and comments as they were written. */
export async function* readBlocks({ body }: Response): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
  return undefined;
}
