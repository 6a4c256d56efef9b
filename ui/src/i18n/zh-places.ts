/** Where something lies, and how it sounds. */
export const places = {
  place: {
    title: '位置',
    hint: '在图上点选，或拖动图钉',
    notation: '坐标写法',
    decimal: '十进制',
    dms: '度分秒',
    map: '地图',
    unreadable: '无法识别，例如 39.501289 或 39°30′04.6″N',
    byCoordinates: '按坐标：{{value}}',
    byName: '按中文名：{{value}}',
    adopt: '采用',
  },
  station: {
    fromUic: '由 UIC 代码得出',
    where: '城市与地址',
    rail: '铁路信息',
    editRail: '编辑铁路信息',
    addCode: '添加代码',
    noCodes: '还没有运营商代码。',
    repeated: '与上面一行重复',
  },
};
