import './frame.ts';

declare global {
  interface Window {
    /** A frame of that kind. */
    addFrame(name: string): Promise<void>;
    removeFrame(name: string): void;
  }
}

const FRAME = '/pages/frame.html';
/** The same server under its other name is another origin. */
const ELSEWHERE = `${location.protocol}//localhost:${location.port}${FRAME}`;

window.addFrame = async (name) => {
  const frame = document.createElement('iframe');
  frame.name = name;
  const text = await (await fetch(FRAME)).text();
  if (name.startsWith('cross-origin')) frame.src = ELSEWHERE;
  else if (name.startsWith('sandboxed')) {
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = FRAME;
  } else if (name.startsWith('srcdoc')) frame.srcdoc = text;
  else if (!name.startsWith('about:blank')) frame.src = FRAME;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  if (!name.startsWith('about:blank')) return;
  // Its script is put into the empty document that is there from the start.
  const script = document.createElement('script');
  script.type = 'module';
  script.src = [...new DOMParser().parseFromString(text, 'text/html').scripts].at(-1)?.src ?? '';
  frame.contentDocument?.head.append(script);
};

window.removeFrame = (name) => {
  document.querySelector(`iframe[name="${name}"]`)?.remove();
};
