import type { texts as zh } from '#i18n/zh-CN/review.ts';

export const texts: typeof zh = {
  review: {
    skip: 'Skip',
    skipped: 'Skipped',
    open: 'Open',
    openImport: 'Review import',
    previous: 'Previous item',
    next: 'Next item',
    position: '{{n}} of {{total}}',
    backToQueue: 'Back to the queue',
    submitted: '{{by}} {{what}}',
    action: {
      create: 'proposed a new record',
      update: 'proposed changes',
      delete: 'proposed to delete it',
      restore: 'proposed to restore it',
      resubmit: 'submitted it again',
    },
    moved: 'Moves by {{distance}}',
    decidedAlready: 'This item has already been decided',
    sentSoon: 'Undo within 5 seconds',
    left_one: '{{n}} item left',
    left_other: '{{n}} items left',
    decided: '{{approved}} approved · {{rejected}} rejected · {{skipped}} skipped',
    created: 'New records',
    proposed: 'Changed records',
    ready: 'Ready to approve',
    lacking: 'To complete',
    loadMore: 'Load more',
  },
};
