import type { rates as zh } from './zh-rates.ts';

export const rates: typeof zh = {
  rate: {
    per: '{{quote}} for {{unit}} {{base}}',
    sources: 'Known',
    before: 'Before: {{previous}}',
    jumped: 'Before: {{previous}}. Over 5% away: please check',
    jump: 'Before: {{previous}}. {{change}} away: please check',
    trend: '{{count}} quotes, from {{first}} to {{last}}',
    course: '{{amount}} over time',
  },
};
