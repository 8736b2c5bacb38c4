import { SendTicks } from '../../courses/send-ticks.ts';
import { waitingTicks } from '../../courses/ticks.ts';
import { callsToSend, outbox } from '../../platform/outbox.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { SendOutbox } from './send-outbox.ts';

/** Comes with what checks a call, before a call takes its turn. */
async function loadSendOutbox() {
	const { isCall } = await import('../../platform/stored-schemas.ts');
	return (props: { account: number; token: string }) => <SendOutbox {...props} isCall={isCall} />;
}

/** Sends what an account has done on this device and the server does not know yet. */
export function Deliver({ account, token }: { account: number; token: string }) {
	const ticks = useStoredValue(waitingTicks);
	const calls = useStoredValue(outbox);
	const callsWait = callsToSend(calls, account, Date.now()).length > 0;
	const LoadedSendOutbox = useLoaded(loadSendOutbox, callsWait);
	return (
		<>
			{ticks?.some((tick) => tick.account === account) && <SendTicks account={account} token={token} />}
			{callsWait && LoadedSendOutbox && <LoadedSendOutbox account={account} token={token} />}
		</>
	);
}
