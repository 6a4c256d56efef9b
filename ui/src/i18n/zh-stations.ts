/** What is said of train stations. */
export const stations = {
  trainStation: {
    fromTelegraph: '由电报码得出',
    asTheCrowFlies: '按直线距离',
    noAirports: '还没有附近机场',
    addAirport: '添加机场：输入代码或名称',
    openEvidence: '打开依据网址',
    takesBack: '修改站名、电报码或坐标后，核验状态会回到「{{state}}」。',
    takenBack: '已改动{{fields}}：保存后核验状态会回到「{{state}}」，须重新核验。',
  },
};
