import { findChromium } from '../../scripts/tools.mjs';

/** Chromium features to disable. Chromium uses only the last `--disable-features` flag, so this list replaces Playwright's list. */
const disabledFeatures = [
	// These features are in Playwright's list.
	...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'MediaRouter'],
	...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'OptimizationHints'],
	...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch', 'AvoidCorsURLLoaderRestartOnRedirect'],
	// With these features, Chromium renders two hidden pages per window, which costs as much as rendering a page of the site.
	...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	`--disable-features=${disabledFeatures}`,
	// Blocks requests to other machines.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

const executablePath = findChromium() ?? 'chromium';

/** Launch options for the system's headless Chromium. */
export const chromiumLaunchOptions = { executablePath, args };

/** Launch options for full Chromium. The headless shell does not receive push messages. */
export const fullChromiumLaunchOptions = { executablePath: executablePath.replace(/-headless-shell$/, ''), args };
