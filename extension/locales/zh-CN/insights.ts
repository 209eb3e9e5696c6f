import type { Facts } from '../../../bridge/diagnostics/rule.ts';
import type { TextOf } from '../../panel/text.ts';
import type { insights as english } from '../en/insights.ts';

const ms = (value: number): string => (value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`);

export const insights: TextOf<typeof english> = {
  none: {
    title: '没有发现问题',
    advice: '各条规则都未发现这些任务在重试、超时和排队上有问题。',
  },
  list: '诊断',
  severity: { error: '错误', warning: '警告', note: '提示' },
  count: (tasks) => `${tasks} 个任务`,
  mend: '改法',
  moments: '时刻',
  tasks: '任务',
  more: (count) => `再显示 ${count} 个`,
  less: '收起',
  at: (time, tasks) => `${time}，${tasks} 个任务`,
  rules: {
    'network-not-retryable': {
      title: '网络故障却不可重试',
      why: ({ tasks, example }: Facts) =>
        `${tasks} 个任务抛出了类型为“${example}”的 TaskError，却没有写 \`retryable: true\`。TaskError 只有明确声明才会重试，而网络故障往往片刻之后就会消失。`,
      mend: '给这个 TaskError 加上 `retryable: true`；如果它确实无法挽回，请换一个类型。',
    },
    'retry-after-in-seconds': {
      title: 'retryAfter 看起来是秒',
      why: ({ tasks, example }: Facts) =>
        `${tasks} 个任务抛出了 \`retryAfter: ${example}\`。它的单位是毫秒，而响应头里的单位是秒：服务器要求的等待是它的一千倍。`,
      mend: '用 `retryAfterMs(response.headers.get("retry-after"))` 读取响应头。',
    },
    'retries-together': {
      title: '重试撞在一起',
      why: ({ tasks, worst }: Facts) =>
        `最多有 ${worst} 个任务等待了同样的时间，在 50 ms 之内同时重试；共涉及 ${tasks} 个任务。一起失败的又一起回来，像一个人一样撞向服务器。`,
      mend: '把等待错开：`jitter: "full"`，或 `delay: exponentialBackoff()`。',
    },
    'retry-around-timeout': {
      title: '永远不会生效的重试',
      why: ({ tasks }: Facts) =>
        `${tasks} 个任务在重试内部超时。TimeoutError 从不重试，所以包在 \`withTimeout\` 外面的重试毫无作用。`,
      mend: '把超时放到重试外面；确实要重试超时，请用 `retryOnTimeout`。',
    },
    'fallback-unreached': {
      title: '超时使降级未能执行',
      why: ({ tasks }: Facts) =>
        `${tasks} 个任务在 \`withFallback\` 内部超时，降级函数没有执行：默认只处理业务失败，不处理超时。`,
      mend: '需要处理超时的地方请写明：`withFallback(primary, fallback, () => true)`。',
    },
    'signal-ignored': {
      title: '任务函数不理会中止信号',
      why: ({ tasks, worst }: Facts) =>
        `${tasks} 个任务在超时触发之后仍在运行，最长达 ${ms(worst)}。超时限制的是等待，不是工作本身：任务函数退出之前，并发槽一直被占用。`,
      mend: '把 `ctx.signal` 传给所等待的调用（`fetch(url, { signal })`），或在步骤之间检查它。',
    },
    'retries-multiply': {
      title: '嵌套重试成倍放大',
      why: ({ tasks, worst }: Facts) =>
        `${tasks} 个任务的内外两层重试都发生了：一个任务最多调用了 ${worst} 次。尝试次数逐层相乘。`,
      mend: '只在一处重试，离请求越近越好；无法合并时共用一个 `retryBudget`。',
    },
    'unbounded-retry': {
      title: '没有尽头的重试',
      why: ({ tasks, worst }: Facts) =>
        `${tasks} 个任务可以无限重试（\`unbounded: true\`），目前最多已尝试 ${worst} 次。注定失败的任务会永远占住并发槽。`,
      mend: '用 `retries`、`maxElapsed` 或有界的 Schedule 加以限制。',
    },
    'client-error-retried': {
      title: '请求本身有误却被重试',
      why: ({ tasks, example }: Facts) =>
        `${tasks} 个任务因输入或权限类错误失败（“${example}”），却又重试了。同样的请求只会得到同样的回答。`,
      mend: '对 4xx（408、425、429 除外）抛出 `retryable: false` 的 TaskError，或用 `retryable` 否决它们。',
    },
    'waits-for-child': {
      title: '任务很可能在等待自己的队列',
      why: ({ tasks, example }: Facts) =>
        `${tasks} 个任务（如“${example}”）占满了所有并发槽，而它们在同一个运行时里入队的任务还在排队。如果它们在等待这些任务，就谁也结束不了。`,
      mend: '让子任务在另一个运行时里运行，或者直接调用它们。',
    },
    'retry-after-ignored': {
      title: '没有理会 Retry-After',
      why: ({ tasks, worst }: Facts) =>
        `${tasks} 个任务比服务器要求的更早重试，最多早了 ${ms(worst)}：设置了 \`delay\` 时由它决定。`,
      mend: '加上 `respectRetryAfter: true`，或去掉 `delay`。',
    },
    'bug-retried': {
      title: '程序错误被当作偶发故障重试',
      why: ({ tasks, worst, example }: Facts) =>
        `${tasks} 个任务抛出了“${example}”，又被重试，最多 ${worst} 次。代码里的错误不会因为等待而消失。`,
      mend: '修正代码；用 `retryable: (error) => !(error instanceof TypeError)` 否决这类错误。',
    },
    'blocked-by-back-off': {
      title: '退避等待堵住了队列',
      why: ({ tasks, worst, example }: Facts) =>
        `${tasks} 个任务占着并发槽等待下一次尝试，而其他任务还在排队；一次最长 ${ms(worst)}（“${example}”）。`,
      mend: '限制等待（`maxDelay`）、提高并发数，或让慢的服务用单独的运行时。',
    },
    'retry-storm': {
      title: '重试风暴',
      why: ({ tasks, worst }: Facts) =>
        `十秒之内平均每个任务尝试了 ${worst.toFixed(1)} 次，${tasks} 个任务不止一次。服务在最脆弱的时候承受了数倍的负载。`,
      mend: '让同一服务的重试共用一个 `retryBudget`：`retryBudget({ ratio: 0.1, burst: 10 })`。',
    },
  },
};
