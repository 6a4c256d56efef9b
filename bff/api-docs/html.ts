/** Markup that is already escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | undefined | false | Content[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const render = (content: Content): string => {
  if (content === undefined || content === false) return '';
  if (Array.isArray(content)) return content.map(render).join('');
  if (content instanceof Html) return content.text;
  return String(content).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
};

/** A template whose values are escaped unless they are markup themselves. */
export const html = (strings: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(render)));

export const code = (text: string): Html => html`<code>${text}</code>`;

/** Text in which backticks mark code. */
export const inline = (text: string): Html =>
  new Html(
    text
      .split('`')
      .map((part, index) => (index % 2 === 0 ? render(part) : code(part).text))
      .join(''),
  );

export const join = (items: Content[], separator: string): Content =>
  items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]));
