import type { Texts } from './zh.ts';

export const hours: Pick<Texts, 'hours'> = {
  hours: {
    add: 'Add a pattern',
    days: 'Days',
    opens: 'Opens',
    closes: 'Closes',
    nextDay: '+1 day',
    wholeDay: '24 h',
    note: '24-hour clock',
    everyDay: 'Every day',
    weekdays: 'Mon–Fri',
    weekend: 'Sat, Sun',
    rest: 'The rest: {{days}}',
    chooseDays: 'Choose days',
    span: '{{from}}–{{to}}',
    sameDay: 'Same day',
    tail: 'Into the next morning',
    step: 'one step',
    jump: 'to the minutes',
    overlap: 'Hours overlap on {{days}}',
    overnight: 'Not after opening: next day',
    empty: 'No opening hours yet',
    remove: 'Delete {{days}}',
    dayShort: { MO: 'M', TU: 'T', WE: 'W', TH: 'T', FR: 'F', SA: 'S', SU: 'S' },
  },
};
