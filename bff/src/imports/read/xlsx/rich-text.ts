/** The text within `t` of a string that may consist of runs, without how it is read aloud (ECMA-376 part 1, §18.4). */
export class RichText {
  private isText = false;
  private isPhonetic = false;
  private runs = '';

  open(name: string): void {
    if (name === 'rPh') this.isPhonetic = true;
    else if (name === 't') this.isText = !this.isPhonetic;
  }

  text(text: string): void {
    if (this.isText) this.runs += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.isPhonetic = false;
    else if (name === 't') this.isText = false;
  }

  take(): string {
    return unescaped(this.takeEscaped());
  }

  /** As the markup has it, with its `_x000D_`. */
  takeEscaped(): string {
    const text = this.runs;
    this.runs = '';
    return text;
  }
}

/** Characters that XML has none for stand as `_x000D_` (ST_Xstring, §22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}
