import { SendTicks } from '../../courses/send-ticks.ts';
import { waitingTicks } from '../../courses/ticks.ts';
import { callsToSend, outbox } from '../../platform/outbox.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { SendOutbox } from './send-outbox.ts';

/** Sends what an account has done on this device and the server does not know yet. */
export function Deliver({ account, token }: { account: number; token: string }) {
	const ticks = useStoredValue(waitingTicks);
	const calls = useStoredValue(outbox);
	return (
		<>
			{ticks?.some((tick) => tick.account === account) && <SendTicks account={account} token={token} />}
			{callsToSend(calls, account, Date.now()).length > 0 && <SendOutbox account={account} token={token} />}
		</>
	);
}
