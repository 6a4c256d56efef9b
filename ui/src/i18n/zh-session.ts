/** Signing in, and seeing with a role's eyes. */
export const sessionTexts = {
  login: {
    title: '登录',
    account: '账号',
    accountHelp: '用户名或邮箱',
    password: '密码',
    submit: '登录',
    forgot: '忘记密码',
    noAccount: '还没有账号？',
    register: '申请开通',
    back: '返回登录',
    demo: '演示账号',
    demoHint: '点一下即填入',
    demoRole: { admin: '全部权限', editor: '读写基础数据', reviewer: '读取、审核', viewer: '只读' },
    globe: '以北京为中心的航线地球图',
    lapsed: '验证超时，请重新输入密码。',
    alreadyIn: '你已登录。要使用邮件中的重设链接，请先退出登录。',
  },
  preview: {
    banner: '正在以「{{role}}」的眼光查看',
    readOnlyMark: '只读',
    leave: '退出预览',
    label: '角色预览',
    readOnly: '角色预览中不可用',
    over: '角色预览已结束',
  },
};
