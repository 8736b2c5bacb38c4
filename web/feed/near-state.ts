import { type State, states } from '../../contract/location/states.ts';
import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';

/** State that the user chose for 'Near you'. It stays on the device. */
const nearState = createStoredValue<State>('near-state', (value) => states.find((state) => state === value) ?? null);

export function useNearState(): State | null {
	return useStoredValue(nearState);
}

export function setNearState(state: State): void {
	nearState.set(state);
}
