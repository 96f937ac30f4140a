"""python -m pytorch_c.coverage"""

import sys

from . import main

sys.exit(main())
