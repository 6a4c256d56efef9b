import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';

/** As much of quoted-printable as a link needs: its lines joined, its equals signs back. */
const plain = (text: string): string => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

/** Every letter to an address, the oldest first. */
async function lettersTo(folder: string, address: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  const letters = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return letters.filter((letter) => letter.includes(`To: ${address}`)).map(plain);
}

/** Where the link of the newest letter to somebody leads, from its path on. */
export async function linkTo(folder: string, address: string): Promise<string> {
  const find = async () => (await lettersTo(folder, address)).at(-1)?.match(/\/(?:login|register)\?[\w=-]+/)?.[0];
  await expect.poll(find, { message: `a letter to ${address}` }).toBeDefined();
  return (await find()) ?? '';
}
