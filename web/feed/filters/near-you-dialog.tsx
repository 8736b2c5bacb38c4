import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type State, states } from '../../../contract/location/states.ts';
import * as adFiltersText from '../../../text/shared/ad-filters.ts';
import * as adOptionsText from '../../../text/shared/ad-options.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as adFormText from '../../../text/web/ad-form.ts';
import { createStoredValue, useStoredValue } from '../../platform/stored-value.ts';
import { useDialogInHistory } from '../../platform/use-dialog-in-history.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import type { FilterProps } from './params.ts';

/** Shows the ads of the stored state. Without one, or while its ads are shown, it asks for the state and stores it. */
export function NearYouDialog({ filter, toPath }: FilterProps) {
	const navigate = useNavigate();
	const { close } = useDialogInHistory('near-you');
	const near = useNearState();
	const [chosen, setChosen] = useState<string>(near ?? '');
	const [isMissing, setMissing] = useState(false);
	// Replaces the history entry of the dialog, which closes it.
	const showAdsOf = (state: State) => navigate(toPath({ ...filter, state, lga: undefined }), { replace: true });
	const isKnown = near !== null && near !== filter.state;
	const showKnown = useEffectEvent(() => {
		if (isKnown) void showAdsOf(near);
	});
	useEffect(() => showKnown(), []);

	if (isKnown) return null;
	return (
		<Dialog open onClose={close} title={adFiltersText.nearYouTitle} description={adFiltersText.nearYouHint}>
			<form
				noValidate
				className="flex flex-col gap-5"
				onSubmit={(event) => {
					event.preventDefault();
					// React passes the event on to a form that contains the button of this dialog.
					event.stopPropagation();
					const state = states.find((name) => name === chosen);
					if (!state) return setMissing(true);
					setNearState(state);
					if (state === filter.state) close();
					else void showAdsOf(state);
				}}
			>
				<Select
					label={adOptionsText.homeState}
					autoComplete="address-level1"
					placeholder={adFormText.statePlaceholder}
					options={states}
					value={chosen}
					error={isMissing ? validationText.stateMissing : undefined}
					onChange={({ currentTarget }) => {
						setChosen(currentTarget.value);
						setMissing(false);
					}}
				/>
				<Button type="submit" size="large" fullWidth>
					{adFiltersText.showNearYou}
				</Button>
			</form>
		</Dialog>
	);
}

/** State that the user chose for 'Near you'. It stays on the device. */
const nearState = createStoredValue<State>('near-state', (value) => states.find((state) => state === value) ?? null);

function useNearState(): State | null {
	return useStoredValue(nearState);
}

function setNearState(state: State): void {
	nearState.set(state);
}
