/** Fields with parts of their own: dates, times, weekly hours. */
export const hours = {
  hours: {
    add: '添加一组',
    days: '适用日',
    opens: '开门',
    closes: '关门',
    nextDay: '次日',
    wholeDay: '全天',
    note: '24 小时制',
    everyDay: '每天',
    weekdays: '周一至周五',
    weekend: '周六、周日',
    rest: '其余：{{days}}',
    chooseDays: '选择适用日',
    span: '{{from}}至{{to}}',
    sameDay: '当日',
    tail: '延至次日凌晨',
    step: '改一格',
    jump: '跳到分钟',
    overlap: '{{days}}有重叠的营业时间',
    overnight: '不晚于开门，按次日计',
    empty: '还没有营业时间',
    remove: '删除 {{days}}',
    dayShort: { MO: '一', TU: '二', WE: '三', TH: '四', FR: '五', SA: '六', SU: '日' },
  },
};

export const dateTexts = {
  halfTyped: '没有填完，不计入',
  openCalendar: '打开日历',
  today: '今天',
  endsBeforeStart: '早于开始日期',
  chooseTime: '选择时间',
  hours: '时',
  minutes: '分',
};
