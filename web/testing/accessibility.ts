import axe, { type RunOptions } from 'axe-core';

/** Rules about whole pages, which a part of one cannot keep. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'html-has-lang', 'document-title'];

/** The dark theme changes colours only. Targets are a rule of WCAG 2.2, which axe leaves out where it is not asked. */
const options: Record<'light' | 'dark', RunOptions> = {
	light: {
		rules: {
			'target-size': { enabled: true },
			...Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }])),
		},
	},
	dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

/** What axe finds on what is rendered, in both themes. */
export async function findViolations(): Promise<string[]> {
	const found: string[] = [];
	for (const theme of ['light', 'dark'] as const) {
		document.documentElement.classList.toggle('dark', theme === 'dark');
		finishTransitions();
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

/** An element that inherits a colour starts its transition when its parent's ends. Not waited for: a page that nobody looks at draws no frames. */
function finishTransitions() {
	for (;;) {
		const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
		if (running.length === 0) return;
		for (const transition of running) transition.finish();
	}
}
