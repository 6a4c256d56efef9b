import type { CaseReport, ExpectedReport } from '../run-report.ts';

export type ReportLanguage = 'en' | 'zh-CN';

/** Says what a failed case expected. */
export function expectedText({ name, failure }: CaseReport, language: ReportLanguage = 'en'): string {
  const isEnglish = language === 'en';
  if (!failure) return isEnglish ? 'that the backend has every operation' : '后端实现了全部接口';
  if (failure.phase === 'preparation')
    return isEnglish ? 'that the preparation of the case succeeds' : '用例的准备步骤成功';
  if (failure.phase === 'cleanup')
    return isEnglish ? 'that what the case created can be deleted' : '用例新建的数据可以删除';
  const response = isEnglish ? responseInEnglish(failure.expected) : responseInChinese(failure.expected);
  if (failure.phase !== 'check') return response;
  return isEnglish ? `${response}, and that it ${name}` : `${response}，并且符合用例名所述：${name}`;
}

function responseInEnglish({ status, key, message, permission, fields = [] }: ExpectedReport): string {
  const parts = [
    `status ${status}`,
    key && `the key ${key}`,
    message && `the message “${message}”`,
    permission && `the permission ${permission}`,
    ...fields.map((field) => `an error at ${field}`),
    'all that the contract declares for it',
  ];
  return parts.filter(Boolean).join(', ');
}

function responseInChinese({ status, key, message, permission, fields = [] }: ExpectedReport): string {
  const parts = [
    `状态 ${status}`,
    key && `键 ${key}`,
    message && `消息“${message}”`,
    permission && `权限 ${permission}`,
    ...fields.map((field) => `在 ${field} 处报错`),
    '以及契约为它声明的一切',
  ];
  return parts.filter(Boolean).join('，');
}
