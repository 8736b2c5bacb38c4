import { expect, test } from 'vitest';
import { delayScripts } from './delay-scripts.ts';

const script = '<script nonce="n" type="module" async="">import "/assets/a.js";</script>';
const page = `<html><head><link rel="modulepreload" href="/assets/entry.client-1.js"/><link rel="modulepreload" href="/assets/a.js"/><title>A</title></head><body><p>B</p>${script}<script type="application/json">{}</script></body></html>`;

test('moves the module script and the modules that it needs behind the content, into a template', () => {
	const html = delayScripts(page, 'n');
	expect(html).toContain('<head><title>A</title></head>');
	// The entry hydrates the page, so only the module script may run it.
	const modules =
		'<link rel="modulepreload" href="/assets/entry.client-1.js"/><script type="module" async src="/assets/a.js"></script>';
	expect(html).toContain(`<template id="scripts">${modules}${script}</template><script nonce="n">`);
	expect(html.endsWith('</script></body></html>')).toBe(true);
	expect(html.match(/import "\/assets\/a\.js"/g)).toHaveLength(1);
});

test('leaves an empty module script where React looks for it', () => {
	expect(delayScripts(page, 'n')).toContain('<p>B</p><script nonce="n" type="module" async=""></script>');
});

test('removes the preload links of an error page', () => {
	const html = delayScripts(page, 'n', true);
	expect(html).not.toContain('/assets/a.js"></script>');
	expect(html).not.toContain('modulepreload');
	expect(html).toContain(`<template id="scripts">${script}</template>`);
});

test.each([
	['module script', page.replace(script, '')],
	['preload links', page.replaceAll(/<link[^>]*>/g, '')],
])('throws if the page has no %s', (_, html) => {
	expect(() => delayScripts(html, 'n')).toThrow('React Router');
});
