import * as adminText from '../../../text/web/admin.ts';
import { Select } from '../../ui/select.tsx';

export type DurationName = keyof typeof adminText.suspensions;
const durations: Readonly<Record<DurationName, number | null>> = {
	day: 1,
	threeDays: 3,
	week: 7,
	month: 30,
	threeMonths: 90,
	year: 365,
	forGood: null,
};
const names = Object.keys(durations) as DurationName[];
export const defaultDuration: DurationName = 'week';

/** Returns the days of a suspension; null for a permanent suspension. */
export function getSuspensionDays(name: DurationName): number | null {
	return durations[name];
}

interface SuspensionDurationProps {
	value: DurationName;
	onChange: (name: DurationName) => void;
}

export function SuspensionDuration({ value, onChange }: SuspensionDurationProps) {
	return (
		<div className="max-w-48">
			<Select
				label={adminText.forHowLong}
				options={names.map((name) => adminText.suspensions[name])}
				value={adminText.suspensions[value]}
				onChange={({ target }) =>
					onChange(names.find((name) => adminText.suspensions[name] === target.value) ?? defaultDuration)
				}
			/>
		</div>
	);
}
