// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

// EtherPuts is one series of put options on ether, and every option is fully covered by USDC.
//
// No fancy settlement here: whoever exercises brings ether and goes home with USDC. The options themselves are plain
// ERC20 tokens, so trade them wherever you like.
contract EtherPuts is ERC20("Ether Put", "ePUT"), Ownable {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    // One vault per writer, created by the first write().
    struct VaultInfo {
        uint256 usdc; // How many USDC the writer has put in.
        uint256 written; // Options of this vault that somebody may exercise.
        uint256 etherIn; // Ether that came in by exercise and was not withdrawn.
        // Rule of thumb while the series runs: usdc * 1e18 is never below written * strike.
        // An exercise swaps the vault's USDC for ether, so usdc and written go down and etherIn goes up.
    }

    // what the writers put in, 6 decimals
    IERC20 public usdc;
    // USDC for one whole option, that is for one ether.
    uint256 public strike;
    // The time when the series ends.
    uint256 public expiry;
    // writer => vault
    mapping(address => VaultInfo) public vaultInfo;
    // Ether that belongs to the writers. Must be the sum of `etherIn` in all vaults.
    uint256 public totalEther;

    event Written(address indexed writer, uint256 usdc, uint256 options);
    event Exercised(address indexed user, address indexed writer, uint256 options, uint256 usdc);
    event EtherWithdrawn(address indexed writer, uint256 amount);
    event UsdcWithdrawn(address indexed writer, uint256 amount);

    // Only before the series ends.
    modifier notExpired() {
        require(block.timestamp < expiry, "notExpired: series is over"); //~ BENIGN TIMESTAMP
        _;
    }

    constructor(
        IERC20 _usdc,
        uint256 _strike,
        uint256 _expiry
    ) public {
        require(_strike > 0 && _expiry > block.timestamp, "constructor: bad series"); //~ BENIGN INIT
        usdc = _usdc;
        strike = _strike;
        expiry = _expiry;
    }

    // ------------------------------------------------------------
    // Writers
    // ------------------------------------------------------------

    // How many USDC are these options worth at the strike? Handy for the frontend.
    function strikeValue(uint256 _options) public view returns (uint256) {
        return _options.mul(strike).div(1e18);
    }

    // Put USDC in and write options against them.
    function write(uint256 _amount, uint256 _options) public notExpired {
        VaultInfo storage vault = vaultInfo[msg.sender];
        vault.usdc = vault.usdc.add(_amount);
        vault.written = vault.written.add(_options);
        require(isCovered(vault), "write: not covered"); //~ BENIGN INPUT_VAL every option has its USDC
        _mint(msg.sender, _options);
        usdc.safeTransferFrom(address(msg.sender), address(this), _amount);
        emit Written(msg.sender, _amount, _options); //~ UNRELATED EVENT_EMIT
    }

    // Take back options that the writer still has, or has bought again.
    function burn(uint256 _options) public {
        VaultInfo storage vault = vaultInfo[msg.sender];
        vault.written = vault.written.sub(_options, "burn: not yours"); //~ BENIGN ARITHMETIC
        _burn(msg.sender, _options);
    }

    // Withdraw the ether of exercised options, at any time.
    function withdrawEther() public {
        VaultInfo storage vault = vaultInfo[msg.sender];
        uint256 amount = vault.etherIn;
        vault.etherIn = 0; //~ BENIGN STATE_MOD before the ether leaves
        totalEther = totalEther.sub(amount);
        emit EtherWithdrawn(msg.sender, amount);
        sendEther(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    // Withdraw USDC that no option can claim any more: all after the expiry, what covers nothing before.
    function withdrawUsdc(uint256 _amount) public {
        VaultInfo storage vault = vaultInfo[msg.sender];
        vault.usdc = vault.usdc.sub(_amount, "withdrawUsdc: not enough");
        if (block.timestamp < expiry) {
            require(isCovered(vault), "withdrawUsdc: not covered"); //~ BENIGN INPUT_VAL
        }
        usdc.safeTransfer(address(msg.sender), _amount);
        emit UsdcWithdrawn(msg.sender, _amount);
    }

    // ------------------------------------------------------------
    // Holders
    // ------------------------------------------------------------

    // Exercise options of one writer. The ether has to be exact.
    function exercise(address _writer, uint256 _options) public payable notExpired {
        require(exerciseFrom(_writer, _options, msg.value) == 0, "exercise: too much ether"); //~ BENIGN INPUT_VAL nothing of the payment is left
    }

    // Exercise options of several writers at once. Ether beyond what is due is not given back!
    function exerciseMany(address[] memory _writers, uint256[] memory _options) public payable notExpired {
        uint256 length = _writers.length;
        require(length == _options.length, "exerciseMany: bad lengths"); //~ BENIGN INPUT_VAL
        uint256 etherLeft = msg.value;
        for (uint256 i = 0; i < length; ++i) {
            etherLeft = exerciseFrom(_writers[i], _options[i], etherLeft); //~ BENIGN ARITHMETIC
        }
    }

    // ------------------------------------------------------------
    // Owner
    // ------------------------------------------------------------

    // Ether that belongs to nobody goes to the owner.
    function sweep() public onlyOwner { //~ BENIGN ACCESS_CTRL
        sendEther(owner(), address(this).balance.sub(totalEther)); //~ BENIGN FUND_XFER not what is in vaults
    }

    // ------------------------------------------------------------
    // Internals
    // ------------------------------------------------------------

    // Exercise options of one writer, out of `_ether`. Returns what is left of it.
    function exerciseFrom(
        address _writer,
        uint256 _options,
        uint256 _ether
    ) internal returns (uint256) {
        uint256 left = _ether.sub(_options, "exercise: not enough ether"); //~ BENIGN INPUT_VAL
        VaultInfo storage vault = vaultInfo[_writer];
        uint256 amount = strikeValue(_options);
        vault.written = vault.written.sub(_options, "exercise: too many options"); //~ BENIGN ARITHMETIC
        vault.usdc = vault.usdc.sub(amount, "exercise: not enough usdc");
        vault.etherIn = vault.etherIn.add(_options); //~ BENIGN STATE_MOD
        totalEther = totalEther.add(_options);
        _burn(msg.sender, _options); //~ BENIGN STATE_MOD
        usdc.safeTransfer(address(msg.sender), amount);
        emit Exercised(msg.sender, _writer, _options, amount);
        return left;
    }

    // Are there enough USDC in the vault for all its options?
    function isCovered(VaultInfo storage _vault) internal view returns (bool) {
        return _vault.written.mul(strike) <= _vault.usdc.mul(1e18);
    }

    // Send ether, with all the gas that is left.
    function sendEther(address _to, uint256 _amount) internal {
        (bool success, ) = _to.call{value: _amount}("");
        require(success, "sendEther: failed"); //~ BENIGN FUND_XFER
    }
}
