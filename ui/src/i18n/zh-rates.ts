/** What is said of posted exchange rates. */
export const rates = {
  rate: {
    per: '每 {{unit}} {{base}} 兑 {{quote}}',
    sources: '已有来源',
    before: '上一次 {{previous}}',
    jumped: '上一次 {{previous}}，变动超过 5%，请核对',
    jump: '上一次 {{previous}}，变动 {{change}}，请核对',
    trend: '{{count}} 次报价，从 {{first}} 到 {{last}}',
    course: '{{amount}}走势',
  },
};
