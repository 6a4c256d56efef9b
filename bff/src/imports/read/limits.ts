const KIB = 1024;
const MIB = 1024 * KIB;

/** How much a file may hold, so that none takes more memory or time than the largest of the public data sets. */
export const limits = {
  /** Bytes, with what wraps it taken off. */
  unpacked: 512 * MIB,
  /** Bytes of a part of a workbook beside its sheet, such as the texts that its cells share: these are held in memory. */
  sidePart: 128 * MIB,
  /** Characters of one row. */
  row: 256 * KIB,
  /** Bytes of one row of a workbook or of JSON, with its markup. */
  markedUpRow: 4 * MIB,
  columns: 150,
  rows: 1_000_000,
  /** Entries looked at in an archive. */
  entries: 10_000,
};

/** Bytes that are worked on at a time. */
export const PIECE = 64 * KIB;

/** Bytes of its beginning by which a file is known. */
export const HEAD = MIB;

export const inKib = (bytes: number) => bytes / KIB;
export const inMib = (bytes: number) => bytes / MIB;
