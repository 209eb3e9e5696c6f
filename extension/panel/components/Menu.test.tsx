// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
import { Menu } from './Menu.tsx';

const show = async (): Promise<{ onClose: ReturnType<typeof vi.fn>; chosen: ReturnType<typeof vi.fn> }> => {
  const onClose = vi.fn();
  const chosen = vi.fn();
  document.body.replaceChildren();
  await act(() => {
    render(
      <Menu
        label="Test"
        at={{ x: 1, y: 1 }}
        onClose={onClose}
        items={[
          { label: 'One', onChoose: () => chosen('one') },
          { label: 'Two', checked: true, onChoose: () => chosen('two') },
          { label: 'Three', disabled: true, onChoose: () => chosen('three') },
        ]}
      />,
    );
  });
  return { onClose, chosen };
};
const press = (key: string): Promise<void> =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));

test('D55: a menu is worked by keys alone', async () => {
  const { onClose, chosen } = await show();
  expect(document.activeElement?.textContent).toBe('One');
  await press('ArrowUp');
  expect(document.activeElement?.textContent).toBe('Three');
  await press('Home');
  await press('ArrowDown');
  expect(document.activeElement).toBe(screen.getByRole('menuitemcheckbox', { name: 'Two' }));
  await act(() => void fireEvent.click(document.activeElement ?? document.body));
  expect(chosen.mock.calls).toEqual([['two']]);
  expect(onClose).toHaveBeenCalledTimes(1);
  await press('Escape');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('an item that cannot be chosen is not, and a press elsewhere closes', async () => {
  const { onClose, chosen } = await show();
  await act(() => void fireEvent.click(screen.getByRole('menuitem', { name: 'Three' })));
  expect(chosen).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  await act(() => void fireEvent.pointerDown(document.body));
  expect(onClose).toHaveBeenCalledTimes(1);
});
