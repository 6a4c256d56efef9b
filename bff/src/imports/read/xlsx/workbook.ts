import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import { FileFault, type Line } from '../../file-model.ts';
import type { Content } from '../content.ts';
import { LIMITS, limitedBytes, tooLarge } from '../limits.ts';
import { entryBytes, trackProgress } from '../zip.ts';
import { readStyles } from './number-format.ts';
import { readSharedStrings, SharedStrings } from './shared-strings.ts';
import { sheetLines } from './sheet.ts';
import { readXml } from './xml.ts';

export type WorkbookContent = Extract<Content, { kind: 'workbook' }>;

const WORKBOOK = 'xl/workbook.xml';

interface Relation {
  type: string;
  path: string;
}

/** The rows of the first sheet of a workbook that can be seen. @throws FileFault noSheet, damaged, tooLarge */
export async function* workbookLines(content: WorkbookContent): AsyncGenerator<Line[]> {
  const relations = await readRelations(content);
  const { sheets, epoch } = await readWorkbook(content);
  const path = sheets.map((id) => relations.get(id)).find((relation) => relation?.type === 'worksheet')?.path;
  if (!path) throw new FileFault('noSheet');
  const pathOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.path;
  const [texts, styles] = [pathOf('sharedStrings'), pathOf('styles')];
  const formats = styles ? await readStyles(partBytes(content, styles, LIMITS.sidePart)) : [];
  const strings = new SharedStrings();
  try {
    if (texts) await readSharedStrings(partBytes(content, texts, LIMITS.sharedStrings), strings);
    const entry = entryOf(content, path);
    const bytes = limitedBytes(entryBytes(content.zip, entry), content.progress);
    yield* sheetLines(trackProgress(bytes, content.zip, entry, content.progress), { strings, formats, epoch });
  } finally {
    strings.close();
  }
}

async function readRelations(content: WorkbookContent): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const open = (name: string, { Id, Type, Target }: Record<string, string>) => {
    if (name !== 'Relationship' || !Id || !Type || !Target) return;
    relations.set(Id, {
      type: posix.basename(Type),
      path: posix.join('/xl', Target.startsWith('/') ? `..${Target}` : Target).slice(1),
    });
  };
  await readPart(partBytes(content, 'xl/_rels/workbook.xml.rels', LIMITS.sidePart), open);
  return relations;
}

/** The relations of its sheets, hidden ones after the others, and the year from which its dates count. */
async function readWorkbook(content: WorkbookContent) {
  const sheets: { id: string; isHidden: boolean }[] = [];
  let epoch: 1900 | 1904 = 1900;
  await readPart(partBytes(content, WORKBOOK, LIMITS.sidePart), (name, attributes) => {
    if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) epoch = 1904;
    if (name !== 'sheet') return;
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    if (id) sheets.push({ id, isHidden: (attributes.state ?? 'visible') !== 'visible' });
  });
  sheets.sort((a, b) => Number(a.isHidden) - Number(b.isHidden));
  return { sheets: sheets.map(({ id }) => id), epoch };
}

async function readPart(
  bytes: AsyncIterable<Buffer>,
  open: (name: string, attributes: Record<string, string>) => void,
) {
  for await (const _ of readXml(bytes, { open, text: () => {}, close: () => {} }));
}

/** A part that is read as a whole. @throws FileFault tooLarge, and what `entryBytes` throws */
function partBytes(content: WorkbookContent, path: string, limit: number): AsyncIterable<Buffer> {
  const entry = entryOf(content, path);
  if (entry.uncompressedSize > limit) throw tooLarge(limit);
  return limitedBytes(entryBytes(content.zip, entry), content.progress);
}

function entryOf({ parts }: WorkbookContent, path: string): Entry {
  const entry = parts.get(path);
  if (!entry) throw new FileFault('damaged');
  return entry;
}
