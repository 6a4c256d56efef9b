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
    home: '回到首页',
    noPermission: '需要权限 {{permission}}',
  },
  pageFailed: {
    title: '这一页没能打开',
    text: '自动重新加载后仍然失败。请检查网络，再试一次。',
    missing: '没能加载。请检查网络后再试，或重新加载页面。',
    oops: '这一页出错了',
    oopsText: '已填写的内容若未保存，草稿会保留在本机。',
  },
};
