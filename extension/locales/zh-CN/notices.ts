import type { TextOf } from '../../panel/text.ts';
import type { notices as english } from '../en/notices.ts';

export const notices: TextOf<typeof english> = {
  reload: '重新加载',
  connecting: {
    title: '正在连接页面',
    advice: '正在向页面的各个文档询问其运行时。',
  },
  noRuntime: {
    title: '此页面没有运行时',
    advice: 'Tasklens 已连接，正在等待页面的第一个任务运行时。以下代码可添加一个：',
    production: '生产构建默认不对外公布运行时，除非明确要求：传入 {0}。',
  },
  live: {
    title: '还没有任务',
    listening: '正在监听此页面。任务一入队就会出现在这里。',
    listeningTo: '正在监听 {0}。任务一入队就会出现在这里。',
    between: '、',
  },
  paused: {
    title: '已暂停',
    advice: '页面不再发送任何内容，其间任务的经过会缺失。恢复后，页面仍保留的部分会补上。',
    banner: '已暂停：页面不再发送任何内容；其间任务的经过会缺失。',
    resume: '恢复',
  },
  reconnecting: {
    title: '正在重新连接',
    advice: '页面的文档已消失。它恢复或被新文档取代后，任务会立即显示在这里。',
    banner: '页面的文档已消失；此处的内容保持原样。正在重新连接。',
  },
  notHere: {
    title: '此页面加载时 Tasklens 尚未就位',
    advice: '扩展是在页面打开之后才安装、更新或获准的。请重新加载页面以便观察。',
    banner: '此页面加载时 Tasklens 尚未就位。',
    causes: '如果重新加载后仍看到此提示：',
    file: '从文件打开的页面需要在扩展详情中开启“允许访问文件网址”。',
    internal: '浏览器自身的页面和扩展商店不允许任何扩展进入。',
    access: '扩展的网站访问权限可能设为“点击时”或仅限其他网站：请在扩展详情中允许此网站。',
    private: '隐私窗口需要在扩展详情中开启“在无痕模式下启用”（火狐：“在隐私窗口中运行”）。',
  },
  couldNotConnect: {
    title: '无法连接此页面',
    advice:
      '扩展已在页面中运行，但它在页面里的另一半没有应答：可能有别的脚本抢先了一步。请重新加载页面；若仍如此，请重新加载扩展。',
    banner: '无法连接此页面：可能有别的脚本抢先了一步。',
  },
  mismatch: {
    title: '页面的库与此面板的协议版本不同',
    text: (theirs, ours) =>
      `页面使用版本 ${theirs}，面板使用版本 ${ours}。${
        theirs > ours ? '请更新 Tasklens 扩展' : '请更新页面应用中的 tasklens'
      }；在此之前，只显示双方都认识的内容。`,
  },
  recording: {
    title: '此录制中没有任务',
    advice: '其中没有任何任务的记录。',
    incomplete: (events) => `文件不完整：读出了 ${events} 个事件。`,
    ignored: (lines) => `忽略了 ${lines} 行。`,
    space: '',
  },
  nothingFound: {
    title: '没有符合筛选条件的任务',
    reset: '显示全部任务',
  },
  loss: {
    label: '缺失的内容',
    before: () => '最早的 {0} 个任务（{1} 个事件）已丢弃',
    beforeTitle: '在打开开发者工具之前，它们已不在页面保留的历史中',
    between: () => '{0} 个任务（{1} 个事件）已丢弃',
    betweenTitle: '它们结束时页面产生的事件多到来不及送达，此后已不在页面保留的历史中',
    dropped: () => '有 {0} 个事件在途中丢弃：部分任务可能不完整',
    droppedTitle: '页面产生的事件多到来不及送达',
  },
  hint: '选择一个任务可查看它的各次尝试。用筛选缩小列表，例如 {0}。按 {1} 查看快捷键。',
};
