/** Attribute value by which `loadScripts` finds the template that `delayScripts` wrote. */
const elementId = 'scripts';

/** Milliseconds after which the scripts no longer wait for the pictures. */
const longestWait = 3_000;

/**
 * Script at the end of a page that loads the page's modules once its style sheet and the pictures on the screen are there. On a slow network
 * all files share the line, and a visitor sees the page long before the modules could run. A script waits for style sheets by itself.
 */
const loadScripts = `{
const isOnScreen=({top,bottom,left,width})=>width>0&&top<innerHeight&&bottom>0&&left>=0&&left<innerWidth;
const pictures=[...document.images].filter((picture)=>isOnScreen(picture.getBoundingClientRect()));
Promise.race([Promise.allSettled(pictures.map((picture)=>picture.decode())),new Promise((resolve)=>setTimeout(resolve,${longestWait}))])
.then(()=>document.body.append(document.getElementById('${elementId}').content))
}`;

const entryPath = /\/entry\.client-[^/]*$/;

const preloadLink = /<link rel="modulepreload" href="([^"]*)"[^>]*>/g;

const moduleScript = /<script[^>]* type="module"[^>]*>([^<]+)<\/script>/;

/**
 * Delays the module script and the preload links of a rendered page: moves them to a template at the end of the body, which `loadScripts`
 * inserts. In place of the script stays an empty one, because React looks for it there. The inline scripts get `nonce`. In Lighthouse, a page
 * is painted after 0.8 s instead of 2 to 3 s (record 67).
 *
 * Each preloaded module becomes a script of its own. The browser then evaluates it in a task of its own once it is there, and not all
 * modules in one long task: 81 ms instead of 163 ms of blocking time. Only the entry, which hydrates the page, waits for the module script.
 *
 * An error page gets no preload links, because it must stay small and names up to 40 modules of the page that it replaces. They load one
 * round trip later, which only a user waits for who may see more than a visitor.
 *
 * Throws if React Router writes the script or the links in another way.
 */
export function delayScripts(html: string, nonce: string, isErrorPage = false): string {
	const modules: string[] = [];
	const page = html.replace(preloadLink, (link, path: string) => {
		modules.push(entryPath.test(path) ? link : `<script type="module" async src="${path}"></script>`);
		return '';
	});
	const [script, code] = moduleScript.exec(page) ?? [];
	if (script === undefined || code === undefined || modules.length === 0)
		throw new Error('React Router no longer renders a module script with preload links');
	const template = `<template id="${elementId}">${isErrorPage ? '' : modules.join('')}${script}</template>`;
	const end = page.lastIndexOf('</body>');
	const body = page.slice(0, end).replace(script, () => script.replace(code, ''));
	return `${body}${template}<script nonce="${nonce}">${loadScripts}</script>${page.slice(end)}`;
}
