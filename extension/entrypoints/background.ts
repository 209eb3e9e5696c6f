import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { startHop } from '../port/hop.ts';

// Firefox only: in Chromium the panel dials a page directly.
export default defineBackground({
  include: ['firefox'],
  persistent: false,
  main() {
    startHop(browser, location.origin);
  },
});
