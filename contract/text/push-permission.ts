// What is said where push messages are allowed.
import { brand } from '../brand.ts';

export const turnOn = 'Turn on notifications';
type State = 'default' | 'denied' | 'install' | 'unsupported';

export const titles: Record<State, string> = {
	default: 'Know at once',
	denied: 'Notifications are blocked here',
	install: `Add ${brand.name} to your home screen first`,
	unsupported: 'This browser cannot receive notifications',
};

export const reasons: Record<State, string> = {
	default:
		'A customer’s comment, a price that drops on what you saved, a payment that came in: your phone tells you, also while this page is closed. You choose which, and can turn it off at any time.',
	denied: 'You blocked them in this browser. Open its settings for this site, allow notifications, and come back.',
	install: `An iPhone or iPad only tells you things from apps on its home screen. Tap Share, then “Add to Home Screen”, and open ${brand.name} from there.`,
	unsupported: 'Everything else works. Your notifications are kept here for you to read.',
};
