import { kit } from './zh-kit.ts';
import { sessionTexts } from './zh-session.ts';

/** What every page needs, those for whoever is not signed in included. */
export const texts = {
  ...kit,
  ...sessionTexts,
  app: { name: 'Gazetteer', tagline: '参考数据控制台' },
  top: {
    search: '搜索代码、名称或页面',
    language: '语言',
    themeDark: '切换到深色',
    themeLight: '切换到浅色',
    account: '账号菜单',
    profile: '个人资料',
    twoStep: '两步验证',
    password: '修改密码',
    sessions: '登录设备',
    signOut: '退出登录',
    place: '所在位置',
    placeSeparator: '/',
    wait: '（{{wait}}后）',
  },
  forbidden: {
    title: '没有权限打开这一页',
    text: '你的角色没有查看这类数据的权限。如有需要，请联系管理员。',
    missing: '缺少权限：',
    missingAll: '缺少权限，需要其中一项：',
    ask: '如有需要，请联系管理员，请他们在「角色」中把这项权限加到你的角色。',
    home: '回到首页',
    noPermission: '需要权限 {{permission}}',
  },
  pageFailed: {
    title: '这一页没能打开',
    text: '可能是网络中断，或刚发布了新版本。请检查网络后重试；如果仍然打不开，请联系管理员。',
    missing: '没能加载。请检查网络后再试，或重新加载页面。',
    oops: '这一页出错了',
    oopsText: '已填写的内容若未保存，草稿会保留在本机。',
  },
};
