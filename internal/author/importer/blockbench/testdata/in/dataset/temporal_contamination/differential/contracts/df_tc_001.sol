/*LN-1*/ // SPDX-License-Identifier: MIT
/*LN-2*/ pragma solidity ^0.8.0;
/*LN-3*/
/*LN-4*/ /**
/*LN-5*/  * @dev keeps what comes in
/*LN-6*/ */
/*LN-7*/ contract Bridge {
/*LN-8*/     mapping(bytes32 => uint256) public roots;
/*LN-9*/
/*LN-10*/     function process(bytes32 root) external {
/*LN-11*/         require(accept(root), "no");
/*LN-12*/         roots[root] = block.timestamp;
/*LN-13*/     }
/*LN-14*/
/*LN-15*/     function accept(bytes32 root) public view returns (bool) {
/*LN-16*/         return roots[root] != 0 && roots[root] <= block.timestamp; // FIXED
/*LN-17*/     }
/*LN-18*/ }
