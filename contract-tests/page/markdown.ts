export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Joins the lines of a YAML block scalar. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
