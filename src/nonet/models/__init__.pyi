from nonet.models import judge as judge
