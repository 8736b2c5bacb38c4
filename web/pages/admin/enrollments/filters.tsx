import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { courses } from '../../../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../../../contract/enrollments.ts';
import { limits } from '../../../../contract/limits.ts';
import { enrollmentListPath } from '../../../enrollments/addresses.ts';
import type { EnrollmentFilter } from '../../../enrollments/filter.ts';
import { stateNames, stateWord } from '../../../enrollments/states.tsx';
import { classes } from '../../../ui/classes.ts';

/** Milliseconds after the last letter until what is typed so far is looked for. */
const pause = 300;
const control =
	'min-h-11 w-full min-w-0 rounded-control border border-edge bg-card px-3 text-16 placeholder:text-quiet';

interface FiltersProps {
	filter: EnrollmentFilter;
	/** How many there are of each state; undefined until that is known. */
	counts: Partial<Record<EnrollmentState, number>> | undefined;
}

/** What is looked for. It stands in the address, so that it can be kept and sent to a colleague. */
export function Filters({ filter, counts }: FiltersProps) {
	const navigate = useNavigate();
	const look = (next: Partial<EnrollmentFilter>) =>
		void navigate(enrollmentListPath({ ...filter, ...next }), { replace: true, preventScrollReset: true });
	const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
	return (
		<search className="mb-4 flex flex-col gap-3">
			<nav aria-label="States" className="-mx-4 overflow-x-auto px-4 py-1 wide:mx-0 wide:px-0">
				<ul className="flex gap-1.5 wide:flex-wrap">
					<StateLink label="All" count={all} current={filter.state === null} to={{ ...filter, state: null }} />
					{stateNames.map((state) => (
						<StateLink
							key={state}
							label={stateWord(state)}
							count={counts && (counts[state] ?? 0)}
							current={filter.state === state}
							to={{ ...filter, state }}
						/>
					))}
				</ul>
			</nav>
			<div className="grid grid-cols-1 gap-2 sm:grid-cols-2 wide:grid-cols-[1fr_16rem_auto]">
				<SearchField q={filter.q} onSearch={(q) => look({ q })} />
				<select
					aria-label="Course"
					value={filter.course ?? ''}
					onChange={({ target }) => look({ course: target.value || null })}
					className={classes(control, 'truncate')}
				>
					<option value="">All courses</option>
					{courses.map(({ id, title }) => (
						<option key={id} value={id}>
							{title}
						</option>
					))}
				</select>
				<label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 text-14">
					<input
						type="checkbox"
						checked={filter.attention}
						onChange={({ target }) => look({ attention: target.checked })}
						className="size-5 accent-leaf"
					/>
					Needs a look
				</label>
			</div>
		</search>
	);
}

interface StateLinkProps {
	label: string;
	count: number | undefined;
	current: boolean;
	to: EnrollmentFilter;
}

function StateLink({ label, count, current, to }: StateLinkProps) {
	return (
		<li>
			<Link
				to={enrollmentListPath(to)}
				replace
				preventScrollReset
				aria-current={current ? 'true' : undefined}
				className={classes(
					'inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full px-3.5 text-14 wide:min-h-9 wide:px-3',
					current ? 'bg-leaf-soft font-semibold text-leaf' : 'bg-sunken hover:bg-line',
				)}
			>
				{label}
				<span className={classes('tabular-nums', !current && 'text-quiet')}>{count?.toLocaleString('en') ?? ' '}</span>
			</Link>
		</li>
	);
}

/** Keeps what is typed into it, whatever arrives meanwhile; only a change from elsewhere fills it anew. */
function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
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
			aria-label="Search"
			placeholder="Name, e-mail, number, reference"
			value={words}
			maxLength={limits.search}
			autoComplete="off"
			enterKeyHint="search"
			onChange={({ target }) => setWords(target.value)}
			className={control}
		/>
	);
}
