import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as layoutText from '../../contract/text/layout.ts';
import { themeScript, useThemeUpdates } from '../appearance/theme.ts';
import { preferTheme } from '../testing/devtools.ts';
import { render } from '../testing/render.tsx';
import { openTab } from '../testing/tabs.ts';
import { ThemeButton } from './theme-button.tsx';

const button = page.getByRole('button', { name: layoutText.darkTheme });
const isDark = (of = document) => of.documentElement.classList.contains('dark');
const stored = () => localStorage.getItem('darkMode');

/** The script of the head has run in this document, as it has before the app starts. */
beforeAll(() => runScript(document));

afterEach(async () => {
	vi.useRealTimers();
	// Storing works again before something is stored.
	vi.restoreAllMocks();
	await changeSystem('light');
});

/** The system's preference changes, and this document's script has been told. */
async function changeSystem(theme: 'light' | 'dark') {
	const query = matchMedia('(prefers-color-scheme: dark)');
	if (query.matches === (theme === 'dark')) return;
	const told = new Promise((resolve) => query.addEventListener('change', resolve, { once: true }));
	await preferTheme(theme);
	await told;
}

function runScript(of: Document) {
	const script = of.createElement('script');
	script.textContent = themeScript;
	of.head.append(script);
}

/** The app's part: a button, and what the root does. */
function Themed() {
	useThemeUpdates();
	return <ThemeButton />;
}

async function open() {
	await render(<Themed />);
	await expect.element(button).toBeVisible();
}

test.for([
	['dark', null, true],
	['light', null, false],
	['light', 'true', true],
	['dark', 'false', false],
	['dark', '"nonsense"', true],
] as const)('before the app starts, with a %s system and %s chosen, dark is %s', async ([system, chosen, expected]) => {
	await changeSystem(system);
	if (chosen === null) localStorage.removeItem('darkMode');
	else localStorage.setItem('darkMode', chosen);
	const tab = openTab();
	runScript(tab.document);
	expect(isDark(tab.document)).toBe(expected);
});

test('the choice is stored, and the page takes its colours', async () => {
	await open();
	const background = () => getComputedStyle(document.documentElement).backgroundColor;
	await expect.poll(background).toBe('rgb(250, 248, 244)');
	await expect.element(button).toHaveAttribute('aria-pressed', 'false');
	await button.click();
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
	expect([isDark(), stored()]).toEqual([true, 'true']);
	await expect.poll(background).toBe('rgb(15, 21, 18)');
	await button.click();
	await expect.element(button).toHaveAttribute('aria-pressed', 'false');
	expect([isDark(), stored()]).toEqual([false, 'false']);
});

test('a change of the system overrides what was chosen, and is stored', async () => {
	await open();
	await button.click();
	await changeSystem('dark');
	expect([isDark(), stored()]).toEqual([true, 'true']);
	await changeSystem('light');
	expect([isDark(), stored()]).toEqual([false, 'false']);
	await expect.element(button).toHaveAttribute('aria-pressed', 'false');
});

test('a change of the system overrides what was chosen where nothing more can be stored', async () => {
	await changeSystem('dark');
	await open();
	await button.click();
	expect([isDark(), stored()]).toEqual([false, 'false']);
	vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
		throw new DOMException('Full', 'QuotaExceededError');
	});
	await changeSystem('light');
	await changeSystem('dark');
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
	expect(isDark()).toBe(true);
});

test('a change of the system before the app starts is not missed', async () => {
	await changeSystem('dark');
	expect([isDark(), stored()]).toEqual([true, 'true']);
	await open();
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
	expect(isDark()).toBe(true);
});

test('a change of the system while the page is being left waits, and has an effect only where the page stays', async () => {
	await open();
	// Long ago, so that later changes of the system count as those of a page that stays.
	vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
	window.dispatchEvent(new Event('beforeunload'));
	await changeSystem('dark');
	expect([isDark(), stored()]).toEqual([false, null]);
	vi.advanceTimersByTime(10_000);
	expect([isDark(), stored()]).toEqual([true, 'true']);
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
});

test('what another tab has chosen shows, on the button as well', async () => {
	await open();
	openTab().localStorage.setItem('darkMode', 'true');
	await expect.poll(() => isDark()).toBe(true);
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
});
