import { checkScreens } from './check-screens.js';
import { ACCESS_SCREENS } from './screen-list.js';

checkScreens(ACCESS_SCREENS);
