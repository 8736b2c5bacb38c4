import type { Plugin } from 'vite';

const reload = 'window.location.reload();';

// Code that replaces a failed import of a route module. It throws in the page, because React Router waits forever if the import rejects.
const failingModule = `
	const probe = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(8000) };
	const there = await fetch(route.module, probe).catch(() => null);
	const lost = there && !there.ok
		? new DOMException('The version was removed', 'VersionError')
		: new DOMException('No response', 'NetworkError');
	const fail = () => { throw lost };
	return { default: fail, clientLoader: fail, ErrorBoundary: fail };
`;

/**
 * If a route module fails to load, React Router reloads the document. Offline, the reload would show the browser's error page. After a
 * release, it would replace the page without asking. This plugin shows the app's own error page instead.
 *
 * React Router 8 has no option for it. Its instrumentation cannot replace a result, a client middleware runs after the load has started, and
 * links that load a page ahead reload too. The build fails if the statement is gone.
 */
export function preventReload(): Plugin {
	let found = false;
	return {
		name: 'prevent-reload',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		transform: {
			filter: { id: /\/react-router\/dist\/production\/.*\/routeModules\.js$/ },
			handler(code) {
				found = code.includes(reload);
				return { code: code.replace(reload, failingModule), map: null };
			},
		},
		generateBundle() {
			if (!found) this.error('React Router no longer reloads the document in routeModules.js');
		},
	};
}
