# @version 0.2.15
