import { Select } from '../../../ui/select.tsx';

const durations = {
	'1 day': 1,
	'3 days': 3,
	'7 days': 7,
	'30 days': 30,
	'90 days': 90,
	'1 year': 365,
	'For good': null,
} as const;

export type DurationName = keyof typeof durations;
const names = Object.keys(durations) as DurationName[];
export const defaultDuration: DurationName = '7 days';

/** Days of a suspension; null for good. */
export function daysOf(name: DurationName): number | null {
	return durations[name];
}

interface DurationProps {
	value: DurationName;
	onChange: (name: DurationName) => void;
}

/** For how long an account is suspended. */
export function Duration({ value, onChange }: DurationProps) {
	return (
		<div className="max-w-48">
			<Select
				label="For how long?"
				options={names}
				value={value}
				onChange={({ target }) => onChange(names.find((name) => name === target.value) ?? defaultDuration)}
			/>
		</div>
	);
}
