import axe, { type RunOptions } from 'axe-core';

/** Axe rules that only whole pages can meet. They are off, because tests render single components. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'html-has-lang', 'document-title'];

/** The dark theme changes only colours, so it needs only colour rules. By default axe does not check `target-size` (WCAG 2.2). */
const options: Record<'light' | 'dark', RunOptions> = {
	light: {
		rules: {
			'target-size': { enabled: true },
			...Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }])),
		},
	},
	dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

/** Returns axe's violations in the document, in both themes. */
export async function findViolations(): Promise<string[]> {
	const found: string[] = [];
	for (const theme of ['light', 'dark'] as const) {
		document.documentElement.classList.toggle('dark', theme === 'dark');
		finishAnimations();
		const { violations } = await axe.run(document, { ...options[theme], resultTypes: ['violations'] });
		for (const { id, nodes } of violations) {
			for (const { html, failureSummary } of nodes) {
				found.push(`${theme} ${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`);
			}
		}
	}
	document.documentElement.classList.remove('dark');
	return found;
}

/**
 * Finishes all animations that end. A finished transition of an inherited colour can start another transition. Waiting does not help, because
 * a hidden page draws no frames.
 */
function finishAnimations() {
	for (;;) {
		const running = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
		if (running.length === 0) return;
		for (const animation of running) animation.finish();
	}
}
