// @ts-nocheck: runs in browsers, which the types of this package do not know

const PATH = '/__mock/switches';

const TEXTS = {
  'zh-CN': {
    open: '模拟服务的开关',
    latencyMs: '延迟',
    latencies: { 0: '无', 400: '400 毫秒', 2000: '2 秒' },
    failing: '失败的请求',
    failures: { none: '无', next: '下一个', writes: '所有写入', all: '全部' },
  },
  en: {
    open: 'Mock switches',
    latencyMs: 'Latency',
    latencies: { 0: 'None', 400: '400 ms', 2000: '2 s' },
    failing: 'Failing requests',
    failures: { none: 'None', next: 'The next one', writes: 'All writes', all: 'All' },
  },
};

const STYLE = `
  :host { position: fixed; inset: auto 8px 8px auto; z-index: 2147483000; font: 12px/1.5 system-ui, sans-serif; color-scheme: light dark; }
  button { display: block; margin-left: auto; width: 18px; height: 18px; padding: 0; border: 1px solid #0003; border-radius: 50%;
    background: #8888; opacity: .45; cursor: pointer; }
  button:hover, button:focus-visible, button[aria-expanded=true] { opacity: 1; }
  button.turned { background: #d97706; opacity: 1; }
  form { display: grid; grid-template-columns: auto auto; gap: 6px 10px; align-items: center; margin-bottom: 6px; padding: 10px 12px;
    border: 1px solid light-dark(#0002, #fff3); border-radius: 8px; background: light-dark(#fff, #1f1f23);
    color: light-dark(#1f1f23, #f4f4f5); box-shadow: 0 4px 16px #0003; }
  form[hidden] { display: none; }
  select { font: inherit; padding: 2px 4px; }
`;

const call = async (body) => {
  const response = await fetch(PATH, body && { method: 'PUT', body: JSON.stringify(body) });
  return response.json();
};

const element = (name, properties = {}, children = []) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

class MockSwitch extends HTMLElement {
  connectedCallback() {
    this.root = this.attachShadow({ mode: 'open' });
    this.form = element('form', { hidden: true });
    this.button = element('button', { type: 'button' });
    this.root.append(element('style', { textContent: STYLE }), this.form, this.button);
    new MutationObserver(() => this.refresh()).observe(document.documentElement, { attributeFilter: ['lang'] });
    this.refresh();
  }

  /** Takes an event that ends here. */
  take({ type, key }, target) {
    const closes = type === 'keydown' && key === 'Escape' && !this.form.hidden;
    if (!closes && !(type === 'click' && target === this.button)) return;
    this.form.hidden = !this.form.hidden;
    void this.refresh();
  }

  /** Shows what is set; a failure of the next request turns itself back. */
  async refresh(changes) {
    const switches = await call(changes).catch(() => undefined);
    if (!switches) return;
    const texts = document.documentElement.lang === 'en' ? TEXTS.en : TEXTS['zh-CN'];
    const isTurned = switches.latencyMs > 0 || switches.failing !== 'none';
    Object.assign(this.button, { title: texts.open, className: isTurned ? 'turned' : '' });
    this.button.setAttribute('aria-label', texts.open);
    this.button.setAttribute('aria-expanded', String(!this.form.hidden));
    // the request that fails is often one of another page or of a timer
    clearTimeout(this.timer);
    if (switches.failing === 'next') this.timer = setTimeout(() => this.refresh(), 1000);
    const shown = JSON.stringify([texts.open, switches]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.form.replaceChildren(
      ...this.field('latencyMs', texts.latencyMs, texts.latencies, switches, Number),
      ...this.field('failing', texts.failing, texts.failures, switches, String),
    );
  }

  field(name, label, options, switches, toValue) {
    const select = element(
      'select',
      { id: name },
      Object.entries(options).map(([value, textContent]) => element('option', { value, textContent })),
    );
    select.value = String(switches[name]);
    select.addEventListener('change', () => this.refresh({ [name]: toValue(select.value) }));
    return [element('label', { htmlFor: name, textContent: label }), select];
  }
}

customElements.define('mock-switch', MockSwitch);
const mockSwitch = document.createElement('mock-switch');
// a dialog closes on a click elsewhere, takes the focus back, and makes all else in the body inert: the switch stands outside of it,
// and what happens in it reaches nobody else
document.documentElement.append(mockSwitch);
const TAKEN_EVENTS = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'click',
  'focus',
  'focusin',
  'keydown',
];
for (const type of TAKEN_EVENTS)
  window.addEventListener(
    type,
    (event) => {
      if (event.target !== mockSwitch) return;
      event.stopImmediatePropagation();
      mockSwitch.take(event, event.composedPath()[0]);
    },
    true,
  );
