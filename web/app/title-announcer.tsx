import { useEffect, useState } from 'react';

/**
 * Tells screen readers the title of each page that opens without a new document, and a title that becomes known later. Says nothing while
 * a visitor types, because a search announces its own results.
 */
export function TitleAnnouncer() {
	const [title, setTitle] = useState('');
	useEffect(() => {
		let known = document.title;
		const observer = new MutationObserver(() => {
			if (document.title === known) return;
			known = document.title;
			if (!document.activeElement?.matches('input, textarea')) setTitle(known);
		});
		observer.observe(document.head, { childList: true, subtree: true, characterData: true });
		return () => observer.disconnect();
	}, []);
	return (
		<p aria-live="polite" className="sr-only">
			{title}
		</p>
	);
}
