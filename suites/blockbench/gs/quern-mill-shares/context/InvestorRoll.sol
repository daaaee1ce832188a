// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

/**
 * @dev Roll of the investors whom the registrar has identified, and of their wallets. An investor is a number from one
 * upwards and may use several wallets; a wallet belongs to one investor for good.
 */
contract InvestorRoll {
    address public immutable registrar;
    uint256 public lastInvestor;
    mapping(address => uint256) public investorOf;
    mapping(address => uint256) public linkOffered;

    event Enrolled(uint256 indexed investor, address indexed wallet);
    event Linked(uint256 indexed investor, address indexed wallet);

    constructor() {
        registrar = msg.sender;
    }

    function enrol(address wallet) external returns (uint256 investor) {
        require(msg.sender == registrar, "Roll: registrar only");
        require(investorOf[wallet] == 0, "Roll: enrolled");
        investor = ++lastInvestor;
        investorOf[wallet] = investor;
        emit Enrolled(investor, wallet);
    }

    /// @dev An investor names a further wallet of its own ...
    function offerLink(address wallet) external {
        require(investorOf[msg.sender] != 0, "Roll: not enrolled");
        linkOffered[wallet] = investorOf[msg.sender];
    }

    /// @dev ... and that wallet agrees to be the wallet of this investor.
    function acceptLink(uint256 investor) external {
        require(investor != 0 && linkOffered[msg.sender] == investor, "Roll: no offer");
        require(investorOf[msg.sender] == 0, "Roll: enrolled");
        investorOf[msg.sender] = investor;
        emit Linked(investor, msg.sender);
    }
}
