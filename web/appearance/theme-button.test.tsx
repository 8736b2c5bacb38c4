import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as layoutText from '../../text/shared/layout.ts';
import { preferTheme } from '../testing/devtools.ts';
import { render } from '../testing/render.tsx';
import { openTab } from '../testing/tabs.ts';
import { themeScript, useThemeUpdates } from './theme.ts';
import { ThemeButton } from './theme-button.tsx';

const button = page.getByRole('button', { name: layoutText.darkTheme });
const isDark = (of = document) => of.documentElement.classList.contains('dark');
const stored = () => localStorage.getItem('darkMode');

/** The theme script runs in the head before the app starts. */
beforeAll(() => runScript(document));

afterEach(async () => {
	vi.useRealTimers();
	// Local storage is no longer mocked when the system's theme changes back.
	vi.restoreAllMocks();
	await changeSystem('light');
});

/** Changes the system's theme, and waits until the theme script has received the event. */
async function changeSystem(theme: 'light' | 'dark') {
	const query = matchMedia('(prefers-color-scheme: dark)');
	if (query.matches === (theme === 'dark')) return;
	const changed = new Promise((resolve) => query.addEventListener('change', resolve, { once: true }));
	await preferTheme(theme);
	await changed;
}

function runScript(target: Document) {
	const script = target.createElement('script');
	script.textContent = themeScript;
	target.head.append(script);
}

/** Renders the app's part of the theme: the button, and the hook that the root calls. */
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
] as const)(
	'before the app starts, with a %s system and the stored choice %s, sets dark to %s',
	async ([system, chosen, expected]) => {
		await changeSystem(system);
		if (chosen === null) localStorage.removeItem('darkMode');
		else localStorage.setItem('darkMode', chosen);
		const tab = openTab();
		runScript(tab.document);
		expect(isDark(tab.document)).toBe(expected);
	},
);

test("stores the choice, and changes the page's colours", async () => {
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

test('overrides the choice when the system changes, and stores it', async () => {
	await open();
	await button.click();
	await changeSystem('dark');
	expect([isDark(), stored()]).toEqual([true, 'true']);
	await changeSystem('light');
	expect([isDark(), stored()]).toEqual([false, 'false']);
	await expect.element(button).toHaveAttribute('aria-pressed', 'false');
});

test('overrides the choice when the system changes, even if storage is full', async () => {
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

test('follows a change of the system before the app starts', async () => {
	await changeSystem('dark');
	expect([isDark(), stored()]).toEqual([true, 'true']);
	await open();
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
	expect(isDark()).toBe(true);
});

test('delays a change of the system while the page unloads, and applies it if the page stays', async () => {
	await open();
	// The fake time is 0, so that theme changes in later tests count as changes on a page that stays open.
	vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
	window.dispatchEvent(new Event('beforeunload'));
	await changeSystem('dark');
	expect([isDark(), stored()]).toEqual([false, null]);
	vi.advanceTimersByTime(10_000);
	expect([isDark(), stored()]).toEqual([true, 'true']);
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
});

test('applies the choice of another tab, also to the button', async () => {
	await open();
	openTab().localStorage.setItem('darkMode', 'true');
	await expect.poll(() => isDark()).toBe(true);
	await expect.element(button).toHaveAttribute('aria-pressed', 'true');
});
