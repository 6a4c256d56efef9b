export function table(columns: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Joins the lines of a YAML block scalar. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
