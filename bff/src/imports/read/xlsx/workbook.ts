import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import { FileFault, type FileLine } from '../../file-model.ts';
import type { Content } from '../content.ts';
import { LIMITS, limitUnpackedBytes, tooLarge } from '../limits.ts';
import { entryBytes, trackProgress } from '../zip.ts';
import { readStyles } from './number-format.ts';
import { readSharedStrings, SharedStrings } from './shared-strings.ts';
import { sheetLines } from './sheet.ts';
import { readXml } from './xml.ts';

export type WorkbookContent = Extract<Content, { kind: 'workbook' }>;

const WORKBOOK_PART = 'xl/workbook.xml';

interface Relation {
  type: string;
  path: string;
}

/** Yields the rows of the first visible sheet, or of the first hidden one. @throws FileFault noSheet, damaged, tooLarge */
export async function* workbookLines(content: WorkbookContent): AsyncGenerator<FileLine[]> {
  const relations = await readRelations(content);
  const { sheets, epoch } = await readWorkbook(content);
  const sheetPath = sheets.map((id) => relations.get(id)).find((relation) => relation?.type === 'worksheet')?.path;
  if (!sheetPath) throw new FileFault('noSheet');
  const pathOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.path;
  const [stringsPath, stylesPath] = [pathOf('sharedStrings'), pathOf('styles')];
  const formats = stylesPath ? await readStyles(partBytes(content, stylesPath, LIMITS.sidePart)) : [];
  const strings = new SharedStrings();
  try {
    if (stringsPath) await readSharedStrings(partBytes(content, stringsPath, LIMITS.sharedStrings), strings);
    const entry = findEntry(content, sheetPath);
    const bytes = limitUnpackedBytes(entryBytes(content.zip, entry), content.progress);
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

/** Reads the relation ids of the sheets, hidden ones last, and the date system. */
async function readWorkbook(content: WorkbookContent) {
  const sheets: { id: string; isHidden: boolean }[] = [];
  let epoch: 1900 | 1904 = 1900;
  await readPart(partBytes(content, WORKBOOK_PART, LIMITS.sidePart), (name, attributes) => {
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

/** Yields the bytes of a part other than the sheet. @throws FileFault tooLarge, and those of `entryBytes` */
function partBytes(content: WorkbookContent, path: string, limit: number): AsyncIterable<Buffer> {
  const entry = findEntry(content, path);
  if (entry.uncompressedSize > limit) throw tooLarge(limit);
  return limitUnpackedBytes(entryBytes(content.zip, entry), content.progress);
}

function findEntry({ parts }: WorkbookContent, path: string): Entry {
  const entry = parts.get(path);
  if (!entry) throw new FileFault('damaged');
  return entry;
}
