import { checkScreens } from './check-screens.js';
import { MODEL_SCREENS } from './screen-list.js';

checkScreens(MODEL_SCREENS);
