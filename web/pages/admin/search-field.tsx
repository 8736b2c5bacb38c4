import { useEffect, useEffectEvent, useState } from 'react';
import { limits } from '../../../contract/limits.ts';

/** Milliseconds after the last letter until what is typed so far is looked for. */
const pause = 300;

/** How a control of a desk's filters looks. */
export const filterControl =
	'min-h-11 w-full min-w-0 rounded-control border border-edge bg-card px-3 text-16 placeholder:text-quiet';

interface SearchFieldProps {
	label: string;
	placeholder: string;
	/** What is looked for, as the address has it. */
	q: string;
	onSearch: (q: string) => void;
}

/** Keeps what is typed into it, whatever arrives meanwhile; only a change from elsewhere fills it anew. */
export function SearchField({ label, placeholder, q, onSearch }: SearchFieldProps) {
	const [words, setWords] = useState(q);
	const [before, setBefore] = useState(q);
	const [sent, setSent] = useState(q);
	if (before !== q) {
		setBefore(q);
		if (q !== sent) {
			setWords(q);
			setSent(q);
		}
	}
	const search = useEffectEvent(onSearch);
	const typed = words.trim();
	useEffect(() => {
		if (typed === sent) return;
		const timer = setTimeout(() => {
			setSent(typed);
			search(typed);
		}, pause);
		return () => clearTimeout(timer);
	}, [typed, sent]);
	return (
		<input
			type="search"
			aria-label={label}
			placeholder={placeholder}
			value={words}
			maxLength={limits.search}
			autoComplete="off"
			enterKeyHint="search"
			onChange={({ target }) => setWords(target.value)}
			className={filterControl}
		/>
	);
}
