import { type AlertMode, alertModes } from '../../contract/saved-searches/saved-search-options.ts';
import type { SavedSearch } from '../../contract/saved-searches/saved-searches.ts';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import { Select } from '../ui/select.tsx';
import { useChangeAlerts } from './mutations.ts';

const options = alertModes.map((mode) => ({ value: mode, label: savedSearchesText.alertNames[mode] }));

/** Select of when a saved search alerts its owner. */
export function AlertSelect({ search: { id, name, alerts } }: { search: SavedSearch }) {
	const changing = useChangeAlerts(id);
	const shown = changing.isPending ? changing.variables : alerts;
	return (
		<Select
			label={savedSearchesText.alerts}
			aria-label={savedSearchesText.alertsOf(name)}
			hint={savedSearchesText.alertHints[shown]}
			options={options}
			value={shown}
			disabled={changing.isPending}
			onChange={(event) => changing.mutate(event.target.value as AlertMode)}
		/>
	);
}
